import type { LineLabels } from './line-labels.ts'

/** A line on its way through the stages. */
export interface PipelineLine {
  /** Text as the previous stages left it. */
  text: string
  readonly labels: LineLabels
  /** Microseconds. */
  readonly at: number
}

/** Changes a line. Returns whether the line stays. */
export type LineStage = (line: PipelineLine) => boolean
