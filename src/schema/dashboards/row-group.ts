import { type Static, Type } from 'typebox'
import { lineText } from '../shapes.ts'

/**
 * A heading across a dashboard. Widgets below it, up to the next heading, are its group. Programs that do not
 * know groups show the same widgets without headings.
 */
export const RowGroup = Type.Object(
  {
    title: lineText({ title: 'Title', minLength: 1, maxLength: 200 }),
    row: Type.Integer({
      title: 'Row',
      description: 'The row of the grid that the heading takes',
      minimum: 0,
      maximum: 100_000,
    }),
    folded: Type.Optional(
      Type.Boolean({
        title: 'Folded at first',
        description: 'Whether its widgets are hidden until a user opens the group',
      }),
    ),
  },
  { additionalProperties: false },
)
export type RowGroup = Static<typeof RowGroup>
