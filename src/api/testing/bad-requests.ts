import { badActions } from './bad-requests/actions.ts'
import { badAddresses } from './bad-requests/addresses.ts'
import { badBodies } from './bad-requests/bodies.ts'
import { badCallers } from './bad-requests/callers.ts'
import { badNotifications } from './bad-requests/notifications.ts'
import { badParameters } from './bad-requests/parameters.ts'
import { badRetention } from './bad-requests/retention.ts'
import type { BadRequest } from './bad-requests/row.ts'
import { badSearchesAndPreferences } from './bad-requests/searches-and-preferences.ts'
import { badSilences } from './bad-requests/silences.ts'
import { badTasksAndPeople } from './bad-requests/tasks-and-people.ts'
import { badTriggers } from './bad-requests/triggers.ts'

export const badRequests: readonly BadRequest[] = [
  ...badCallers,
  ...badAddresses,
  ...badParameters,
  ...badBodies,
  ...badTasksAndPeople,
  ...badSearchesAndPreferences,
  ...badRetention,
  ...badTriggers,
  ...badActions,
  ...badSilences,
  ...badNotifications,
]
