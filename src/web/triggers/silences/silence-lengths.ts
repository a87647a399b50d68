/** Lengths of silences to choose from. `name` is a key of their texts, `silenceTexts.forLengths`. */
export const silenceLengths = [
  { name: 'hour', seconds: 3_600 },
  { name: 'hours', seconds: 4 * 3_600 },
  { name: 'day', seconds: 86_400 },
] as const
