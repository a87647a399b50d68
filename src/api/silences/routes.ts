import { Type } from 'typebox'
import { filterFaults } from '../../alerts/triggers/check-trigger.ts'
import { faultOf, type TriggerFault } from '../../alerts/triggers/trigger-fault.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import type { Silences } from '../../metadata/triggers/silences.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import { type Filter, placedConditions } from '../../schema/filter/condition.ts'
import {
  Silence,
  SilenceDraft,
  SilencePatch,
  silenceOrderFields,
  silenceStates,
} from '../../schema/triggers/silence.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { triggerViewer } from '../triggers/author.ts'

/** The part of metadata that these routes use. */
type SilenceRepository = Pick<
  Silences,
  'list' | 'get' | 'create' | 'update' | 'replace' | 'remove' | 'checkWritable'
>

export interface SilenceDeps {
  silences: SilenceRepository
  visibility: HostVisibility
  /** Resolves when changes are in force. */
  applySilences?: () => Promise<void>
}

const filterQuery = {
  state: Type.Array(Type.Enum([...silenceStates]), {
    default: [],
    maxItems: silenceStates.length,
    description: 'Only silences in these states, comma-separated',
  }),
  trigger: Type.Optional(
    Type.Integer({
      description: 'Only silences that may apply to this trigger: they name it, or no trigger',
    }),
  ),
  text: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Text in the name or the reason, ignoring case' }),
  ),
}

/**
 * Silences. All holders of `triggers` may read them; changing one requires being its owner or
 * manage_triggers.
 */
export function silenceRoutes(app: App, { silences, applySilences, visibility }: SilenceDeps): void {
  resourceRoutes(app, {
    path: '/api/silences',
    key: objectId,
    access: 'triggers',
    caller: triggerViewer(visibility),
    item: Silence,
    list: {
      summary: 'Silences',
      orderBy: silenceOrderFields,
      query: filterQuery,
      run: (page, viewer, { state, trigger, text }) =>
        silences.list(viewer, {
          ...page,
          states: state,
          ...(trigger !== undefined && { triggerId: trigger }),
          ...(text !== undefined && { text }),
        }),
    },
    create: {
      summary: 'Create a silence',
      faults: ['conflict', 'query_syntax'],
      body: SilenceDraft,
      maxBodyBytes: maxFilterBodyBytes,
      status: 201,
      run: (draft, viewer) => silences.create(viewer, draft),
    },
    get: { summary: 'One silence', run: (id, viewer) => silences.get(viewer, id) },
    patch: {
      summary: 'Change a silence; with `ends_at` now it ends',
      faults: ['conflict', 'query_syntax'],
      body: SilencePatch,
      maxBodyBytes: maxFilterBodyBytes,
      run: (id, patch, viewer) => silences.update(viewer, id, patch),
    },
    replace: {
      summary: 'Replace a silence',
      faults: ['conflict', 'query_syntax'],
      body: SilenceDraft,
      maxBodyBytes: maxFilterBodyBytes,
      run: (id, draft, viewer) => silences.replace(viewer, id, draft),
    },
    delete: { summary: 'Delete a silence', run: (id, viewer) => silences.remove(viewer, id) },
    afterChange: applySilences,
    checkBody: ({ filter }) => checkFilter(filter),
    checkWritable: (id, viewer) => silences.checkWritable(viewer, id),
  })
}

/** What a fault of a field that changes after its event has arrived says about silences. */
const seenAtArrival = ': silences see the event as it arrived.'

/** Throws validation or query_syntax for an invalid filter. */
function checkFilter(filter: Filter = []): void {
  const faults = silenceFaults(filter)
  if (faults.length > 0) throw faultOf(faults)
}

/** Faults in a silence's filter that the schema does not find. */
function silenceFaults(filter: Filter): TriggerFault[] {
  const typeFaults = placedConditions(filter, 'filter').flatMap(({ condition, path }): TriggerFault[] => {
    const parsed = parseFieldName(condition.field)
    if (parsed.kind !== 'text' || parsed.field !== 'type') return []
    const message =
      'A silence cannot filter by type: matches of triggers are stored without the type of their events.'
    return [{ path: `${path}.field`, message, of: ['filter'] }]
  })
  return [...typeFaults, ...filterFaults(filter, 'filter', 'filter', seenAtArrival)]
}
