import { Type } from 'typebox'
import { FilterCost } from '../../schema/filter/filter-cost.ts'
import { maxTriggers } from '../../schema/triggers/trigger.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { triggerViewer } from './author.ts'
import type { TriggerDeps } from './deps.ts'

/** A trigger has one filter, or two with the condition `pair`. */
const maxFilters = 2 * maxTriggers

const noNumbers = { matched: null, tried: null, micros: null }

/** Costs of the triggers that the caller may see. */
export function costsRoute(app: App, { triggers, triggerCosts, visibility }: TriggerDeps): void {
  const viewerOf = triggerViewer(visibility)
  app.addSchema(FilterCost)
  app.get(
    '/api/triggers-costs',
    {
      config: { access: 'triggers' },
      schema: {
        summary: 'Costs of the filters of triggers in ingest',
        description:
          'Costs of the triggers in force, in the order of matching, since the last change of any trigger. Users who see only some hosts get no numbers.',
        response: { 200: Type.Array(refTo(FilterCost), { maxItems: maxFilters }) },
      },
    },
    async request => {
      const viewer = viewerOf(request)
      const readable = await triggers.readableIds(viewer)
      const costs = ((await triggerCosts?.()) ?? []).filter(({ trigger_id: id }) => readable.has(id))
      // The numbers count events of all hosts.
      return viewer.seesHost === undefined ? costs : costs.map(cost => ({ ...cost, ...noNumbers }))
    },
  )
}
