import type { ComponentType } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { eventFields } from '../../../filter/typed/event-fields.ts'
import type { QueryType } from '../../../schema/query/query.ts'
import { isSystemType, type SystemType } from '../../../schema/query/system.ts'
import { lazyComponent } from '../../state/lazy-part.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { AnswerWithResults, ContentProps } from './content-props.ts'
import { FieldContent } from './FieldContent.tsx'
import { LastContent } from './LastContent.tsx'
import { PatternsContent } from './PatternsContent.tsx'
import { ProcessingContent, StorageContent } from './ProcessingContent.tsx'
import { RateContent } from './RateContent.tsx'
import { SearchContent } from './SearchContent.tsx'
import { shortLabel } from './short-label.ts'
import { TopContent } from './TopContent.tsx'

// Contents of query types that few dashboards have.
const ChangesContent = lazyComponent(async () => (await import('./ChangesContent.tsx')).ChangesContent)
const GroupStatsContent = lazyComponent(
  async () => (await import('./GroupStatsContent.tsx')).GroupStatsContent,
)

const HostContent = lazyComponent(async () => (await import('./HostContent.tsx')).HostContent)
const NotificationsContent = lazyComponent(
  async () => (await import('./WorkContent.tsx')).NotificationsContent,
)
const TasksContent = lazyComponent(async () => (await import('./WorkContent.tsx')).TasksContent)

/** What a widget shows for the answer of a query type. */
interface Content<T extends QueryType> {
  component: ComponentType<ContentProps<T>>
  /** Shown in place of an empty chart or list; undefined if there is something to draw. */
  emptyText: (answer: AnswerWithResults<T>) => string | undefined
  /** Text beside the title. */
  note?: (answer: AnswerWithResults<T>) => string | undefined
}

/** Metrics of the host: all `System_…` types. */
const hostContent: Content<SystemType> = {
  component: HostContent,
  emptyText: ({ results }) =>
    Object.values(results.totals).every(({ count }) => count === 0) ? widgetTexts.noSamples : undefined,
}

/** The text for a field without values. If the field is a tag, there may be events without it. */
function noValues(field: unknown): string {
  return typeof field !== 'string' || field === '' || eventFields.has(field)
    ? widgetTexts.noEvents
    : widgetTexts.noEventsWith(shortLabel(fieldText(field)))
}

/** The content of widgets by query type. */
export const contents: { [T in QueryType]: Content<T> } = {
  TopN: {
    component: TopContent,
    emptyText: ({ results, params }) =>
      results.totals.values.length === 0 ? noValues(params.field) : undefined,
    note: ({ results: { totals }, params }) => {
      const shownCount = Number(params.limit ?? totals.values.length)
      return totals.cardinality > shownCount ? widgetTexts.of(totals.cardinality) : undefined
    },
  },
  EventRate: {
    component: RateContent,
    emptyText: () => undefined,
    note: ({ results }) => widgetTexts.total(results.totals.sum),
  },
  LastN: {
    component: LastContent,
    emptyText: ({ results, params }) =>
      results.totals.values.length === 0 ? noValues(params.field) : undefined,
  },
  Patterns: {
    component: PatternsContent,
    emptyText: ({ results }) => (results.totals.values.length === 0 ? widgetTexts.noEvents : undefined),
    note: ({ results: { totals } }) =>
      totals.cardinality > totals.values.length ? widgetTexts.of(totals.cardinality) : undefined,
  },
  FieldStats: {
    component: FieldContent,
    emptyText: ({ results, params }) => (results.totals.count === 0 ? noValues(params.field) : undefined),
    note: ({ results: { totals } }) => widgetTexts.of(totals.cardinality),
  },
  Stats: {
    component: GroupStatsContent,
    emptyText: ({ results }) =>
      results.totals.values.every(({ values }) =>
        Object.values(values).every(value => value === null || value === 0),
      )
        ? widgetTexts.noEvents
        : undefined,
    note: ({ results: { totals } }) =>
      totals.groups > totals.values.length ? widgetTexts.of(totals.groups) : undefined,
  },
  Changes: {
    component: ChangesContent,
    emptyText: ({ results: { totals } }) => {
      if (totals.values.length > 0) return undefined
      return totals.count + totals.before.count === 0 ? widgetTexts.noEvents : widgetTexts.noChanges
    },
    note: ({ results: { totals } }) =>
      totals.changed > totals.values.length ? widgetTexts.of(totals.changed) : undefined,
  },
  Search: {
    component: SearchContent,
    emptyText: ({ results }) => (results.events.objects.length === 0 ? widgetTexts.noEvents : undefined),
    note: ({ results: { totals, events } }) =>
      totals.count > events.objects.length
        ? widgetTexts.newest(events.objects.length, totals.count)
        : undefined,
  },
  StorageStats: { component: StorageContent, emptyText: () => undefined },
  ProcessingStats: {
    component: ProcessingContent,
    emptyText: () => undefined,
    note: ({ results }) => widgetTexts.received(results.totals.total),
  },
  Tasks: {
    component: TasksContent,
    emptyText: ({ results }) => (results.length === 0 ? widgetTexts.noTasks : undefined),
    note: ({ results }) => widgetTexts.openTasks(results.filter(task => task.is_open).length),
  },
  Notifications: {
    component: NotificationsContent,
    emptyText: ({ results }) => (results.length === 0 ? widgetTexts.noNotifications : undefined),
    note: ({ results }) => widgetTexts.unread(results.reduce((sum, group) => sum + group.unread_count, 0)),
  },
  System_CPU: hostContent,
  System_Memory: hostContent,
  System_DF: hostContent,
  System_IOPS: hostContent,
  System_Network: hostContent,
  System_NetworkErrors: hostContent,
}

/** Whether results of this type are about events, which a search can show. */
export function isAboutEvents(type: QueryType): boolean {
  return !isSystemType(type) && type !== 'Tasks' && type !== 'Notifications'
}
