/** A4 in twips (twentieths of a point), as Word takes it, upright; margins of 2 cm. */
const short = 11_906
const long = 16_838
const margin = 1_134

/** The paper of a document; `room` between its margins in points. */
export function sheet(wide: boolean): { short: number; long: number; margin: number; room: number } {
  return { short, long, margin, room: ((wide ? long : short) - margin * 2) / 20 }
}
