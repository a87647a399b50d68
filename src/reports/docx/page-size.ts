/** A4 and margins of 2 cm, in twips (twentieths of a point). */
const shortSide = 11_906
const longSide = 16_838
const margin = 1_134

/** The sides and margins of a page in twips. `maxWidth`: between its margins, in points. */
export function pageSize(landscape: boolean): {
  short: number
  long: number
  margin: number
  maxWidth: number
} {
  const maxWidth = ((landscape ? longSide : shortSide) - margin * 2) / 20
  return { short: shortSide, long: longSide, margin, maxWidth }
}
