// Seed: breaks lint/suspicious/noEmptyBlockStatements
export function seed(act: () => void) {
  try {
    act()
  } catch {}
}
