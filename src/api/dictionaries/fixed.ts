import { Type } from 'typebox'
import { facilities, severities, statuses } from '../../schema/event/event.ts'
import type { App } from '../http/app.ts'

/** Names and codes, as of severities. */
export const CodeList = Type.Object({
  list: Type.Array(
    Type.Object({ name: Type.String(), value: Type.Integer({ description: 'Value for filters' }) }),
  ),
})
/** Names and titles of time ranges. */
export const PresetList = Type.Object({
  list: Type.Array(Type.Object({ name: Type.String({ description: 'A preset' }), title: Type.String() })),
})

/** The time ranges in menus, in order. */
const timeRangePresets = [
  { name: 'last_1_minutes', title: 'Last minute' },
  { name: 'last_1_hours', title: 'Last hour' },
  { name: 'last_6_hours', title: 'Last 6 hours' },
  { name: 'today', title: 'Today' },
  { name: 'yesterday', title: 'Yesterday' },
  { name: 'last_3_days', title: 'Last 3 days' },
  { name: 'last_7_days', title: 'Last 7 days' },
  { name: 'last_30_days', title: 'Last 30 days' },
]

/** Routes of fixed lists of values. */
export function fixedDictionaryRoutes(app: App): void {
  for (const [name, words] of Object.entries({
    severity: severities,
    facility: facilities,
    status: statuses,
  })) {
    const list = words.map((word, value) => ({ name: word, value }))
    app.get(
      `/api/dictionaries/${name}`,
      {
        config: { access: 'search' },
        schema: { summary: `Names and codes of ${name}`, response: { 200: CodeList } },
      },
      async () => ({ list }),
    )
  }
  app.get(
    '/api/dictionaries/time_range',
    {
      config: { access: 'search' },
      schema: { summary: 'Common relative time ranges', response: { 200: PresetList } },
    },
    async () => ({ list: timeRangePresets }),
  )
}
