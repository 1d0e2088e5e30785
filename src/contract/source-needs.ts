// The needs of a search site for good answers.

/**
 * `cn`: a network in mainland China answers better; `home`: it refuses addresses of data centres; `slow`: more than four seconds;
 * `http`: it has no encryption; `cookie`: it is asked for a cookie first; `throttles`: it limits requests strictly; `moves`: its address
 * changes often.
 */
export const sourceNeeds = ['cn', 'home', 'slow', 'http', 'cookie', 'throttles', 'moves'] as const
export type SourceNeed = (typeof sourceNeeds)[number]
