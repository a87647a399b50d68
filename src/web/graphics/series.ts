/** One series of a chart: its name in the legend, and its colour as a design token (`--bar`). */
export interface Series {
  label: string
  colour: string
}
