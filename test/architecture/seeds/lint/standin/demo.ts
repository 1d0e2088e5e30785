// Scenery: an entry file speaks to the person who started it.
console.info(process.env.PORT, Date.now())
