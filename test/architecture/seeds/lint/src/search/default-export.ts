// Seed: breaks lint/style/noDefaultExport
export default { name: 'seed' }
