/** A4 in twips (twentieths of a point), as Word takes it, upright; margins of 2 cm. */
const shortSide = 11_906
const longSide = 16_838
const margin = 1_134

/** The paper of a document; `room` between its margins in points. */
export function pageSize(landscape: boolean): { short: number; long: number; margin: number; room: number } {
  return {
    short: shortSide,
    long: longSide,
    margin,
    room: ((landscape ? longSide : shortSide) - margin * 2) / 20,
  }
}
