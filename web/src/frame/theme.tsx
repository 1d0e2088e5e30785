// Puts the chosen theme and language on the document, where styles and screen readers look for them.
import { useEffect } from 'preact/hooks'
import { useChoices } from '../page.ts'

/** Shows nothing. */
export function ThemeEffect() {
  const { theme, language } = useChoices()
  const chosen = theme.value
  const spoken = language.value
  useEffect(() => {
    const root = document.documentElement
    if (chosen === 'system') delete root.dataset.theme
    else root.dataset.theme = chosen
    root.lang = spoken === 'zh' ? 'zh-CN' : 'en'
  }, [chosen, spoken])
  return null
}
