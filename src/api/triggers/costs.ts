import { Type } from 'typebox'
import { FilterCost } from '../../schema/filter-cost.ts'
import { maxTriggers } from '../../schema/trigger.ts'
import type { App } from '../app.ts'
import { refTo } from '../http/schemas.ts'
import { viewerOf } from './author.ts'
import type { TriggerDeps } from './deps.ts'

/** Filters of a pair are two. */
const maxFilters = 2 * maxTriggers

/** What the triggers that the caller sees cost ingest. */
export function costsRoute(app: App, { triggers, triggerCosts }: TriggerDeps): void {
  app.addSchema(FilterCost)
  app.get(
    '/api/triggers-costs',
    {
      config: { access: 'triggers' },
      schema: {
        summary: 'What the filters of triggers cost ingest',
        description: 'Of those in force, in the order of matching; counted since any trigger was changed.',
        response: { 200: Type.Array(refTo(FilterCost), { maxItems: maxFilters }) },
      },
    },
    async request => {
      const readable = await triggers.readableIds(viewerOf(request))
      return ((await triggerCosts?.()) ?? []).filter(({ trigger_id: id }) => readable.has(id))
    },
  )
}
