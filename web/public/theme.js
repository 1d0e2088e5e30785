// Sets the theme that was chosen before anything is painted; the page itself comes too late for that.
try {
  const theme = JSON.parse(localStorage.getItem('trawl.theme') ?? 'null')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}
