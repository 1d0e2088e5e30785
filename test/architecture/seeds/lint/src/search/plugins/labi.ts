// Scenery: a source has a default export.
export default { name: 'labi' }
