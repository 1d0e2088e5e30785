// Applies theme and language to the document element, for styles and screen readers.
import { useEffect } from 'preact/hooks'
import { usePreferences } from '../page-context.ts'

/** Renders nothing. */
export function ThemeEffect() {
  const { theme, language } = usePreferences()
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
