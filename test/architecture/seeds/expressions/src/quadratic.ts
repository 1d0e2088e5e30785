// Seed: breaks the rule that every expression is linear, in each line that holds one
export const number = /(\d+)\.html$/
export const headline = /【([^】]*)】/
export const script = /<script.*?<\/script>/gis
const blanks = '\\s*'
export const spaced = new RegExp(`${blanks}[：:]${blanks}$`, 'u')

function labelled(label: string): RegExp {
  return new RegExp(`^.*${label}.*-$`)
}

export const twice = [labelled('名称'), labelled('a')]

export function given(pattern: string): RegExp {
  return new RegExp(pattern)
}
