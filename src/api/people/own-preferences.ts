import { isTooDeep } from '../../metadata/dashboards/config.ts'
import type { UserPreferences } from '../../metadata/people/preferences.ts'
import { Fault } from '../../schema/fault.ts'
import { maxPreferencesBytes, Preferences } from '../../schema/preferences.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { refTo } from '../http/schemas.ts'

/** The part of metadata that these routes use. */
export type PreferencesRepository = Pick<UserPreferences, 'get' | 'set'>

/** /api/users/me/preferences: what the page keeps for its user, in every browser. */
export function ownPreferencesRoutes(app: App, preferences: PreferencesRepository): void {
  const url = '/api/users/me/preferences'
  const response = { 200: refTo(Preferences) }
  app.addSchema(Preferences)

  app.get(url, { schema: { summary: 'Own preferences', response } }, async request =>
    preferences.get(callerOf(request).user.id),
  )

  app.put(
    url,
    {
      config: { bodyLimit: maxPreferencesBytes },
      schema: { summary: 'Replace the own preferences', body: refTo(Preferences), response },
    },
    async request => {
      const { body } = request
      if (isTooDeep(body)) {
        throw new Fault('validation', { fields: { non_field_errors: ['Nested too deeply.'] } })
      }
      await preferences.set(callerOf(request).user.id, body)
      return body
    },
  )
}
