// Scenery: a list has a default export.
export default { name: 'weibo' }
