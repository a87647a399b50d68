import type { LineLabels } from './line-labels.ts'

/** A line on its way through a pipeline. */
export interface PipelineLine {
  /** As the stages before left it. */
  text: string
  readonly labels: LineLabels
  /** Microseconds. */
  readonly at: number
}

/** A stage changes a line. Returns whether the line stays. */
export type LineStage = (line: PipelineLine) => boolean
