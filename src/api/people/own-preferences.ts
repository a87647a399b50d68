import { isTooDeep } from '../../metadata/dashboards/config.ts'
import type { UserPreferences } from '../../metadata/people/preferences.ts'
import { fieldFault } from '../../schema/fault.ts'
import { maxPreferencesBytes, Preferences } from '../../schema/people/preferences.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

/** The part of metadata that these routes use. */
export type PreferencesRepository = Pick<UserPreferences, 'get' | 'set' | 'patch'>

/** /api/users/me/preferences: what the page stores for its user, for every browser. */
export function ownPreferencesRoutes(app: App, preferences: PreferencesRepository): void {
  const url = '/api/users/me/preferences'
  const response = { 200: refTo(Preferences) }
  app.addSchema(Preferences)

  app.get(url, { schema: { summary: 'Preferences of the caller', response } }, async request =>
    preferences.get(callerOf(request).user.id),
  )

  const schema = { body: refTo(Preferences), response }
  const config = { bodyLimit: maxPreferencesBytes }

  app.put(
    url,
    { config, schema: { summary: 'Replace the caller’s preferences', ...schema } },
    async request => {
      const { body } = request
      requireShallow(body)
      await preferences.set(callerOf(request).user.id, body)
      return body
    },
  )

  app.patch(
    url,
    {
      config,
      schema: {
        summary: 'Change some of the caller’s preferences',
        description: 'The body is a JSON merge patch (RFC 7396): null removes a member.',
        ...schema,
      },
    },
    async request => {
      requireShallow(request.body)
      return preferences.patch(callerOf(request).user.id, request.body)
    },
  )
}

function requireShallow(body: Preferences): void {
  if (isTooDeep(body)) throw fieldFault('non_field_errors', 'Nested too deeply.')
}
