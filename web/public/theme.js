// Applies the saved theme and language before the first paint; the page's own scripts run too late for that.
function saved(name) {
  try {
    return JSON.parse(localStorage.getItem(`trawl.${name}`) ?? 'null')
  } catch {
    // Without storage the system decides.
    return null
  }
}
const root = document.documentElement
const theme = saved('theme')
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
// The server knows the first language of the browser only. A frame in another one stays hidden until the script has translated it.
const language = saved('language') ?? navigator.languages.find((tag) => /^(?:zh|en)/i.test(tag)) ?? 'en'
if (!root.lang.startsWith(String(language).slice(0, 2).toLowerCase())) root.dataset.frame = 'other'
