import type { Permission } from '../../../schema/people/group.ts'
import type { WidgetsChanged } from '../../changes/feed-kinds.ts'
import { openTemporaryMetadata } from '../../testing/temporary.ts'
import type { Editor } from '../editor.ts'

/** Metadata with users who edit dashboards: ann, bob, carl, and boss who manages. All queries are valid. */
export async function openWithUsers() {
  const opened = await openTemporaryMetadata()
  const { users, groups, dashboards, widgets, widgetQueries } = opened.metadata
  const permissions: Permission[] = ['manage_dashboards', 'manage_widgets']
  const { id: managers } = await groups.create({ name: 'managers', permissions })
  const person = async (username: string, manages = false): Promise<Editor> => {
    const { id: userId } = await users.create({ username, groups: manages ? [managers] : [] })
    return { userId, managesDashboards: manages, managesWidgets: manages, check: () => {} }
  }
  const publishedChanges: (WidgetsChanged | null)[] = []
  widgetQueries.onChange(changed => publishedChanges.push(changed))
  return {
    ...opened,
    dashboards,
    widgets,
    widgetQueries,
    told: publishedChanges,
    ann: await person('ann'),
    bob: await person('bob'),
    carl: await person('carl'),
    boss: await person('boss', true),
  }
}

export type OpenedWithUsers = Awaited<ReturnType<typeof openWithUsers>>
