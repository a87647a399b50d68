/** A part of a range: whole seconds, `from` inclusive, `to` exclusive. */
export interface TimeSpan {
  from: number
  to: number
}
