// Applies the saved theme before the first paint; the page's own scripts run too late for that.
try {
  const theme = JSON.parse(localStorage.getItem('trawl.theme') ?? 'null')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system theme applies.
}
