import { LdapDirectory } from '../../api/auth/ldap/directory.ts'
import { directoryOptions } from '../../api/auth/ldap/options.ts'
import { OidcSignIn } from '../../api/auth/oidc/oidc-sign-in.ts'
import type { Sealer } from '../../api/auth/oidc/pending-sign-in.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import type { Log } from '../../telemetry/log.ts'

/** Signs in at the OpenID Connect provider of the settings; undefined without a provider. */
export function oidcSignIn(settings: Settings, sealer: Sealer, log: Log): OidcSignIn | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, publicUrl } = settings
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined
  return new OidcSignIn({
    issuer,
    clientId,
    clientSecret: settings.oidcClientSecret,
    clientAuth: settings.oidcClientAuth,
    name: settings.oidcName,
    scopes: settings.oidcScopes,
    claims: {
      username: settings.oidcUsernameClaim,
      groups: settings.oidcGroupsClaim,
      mailDomains: settings.mailDomains,
    },
    publicUrl,
    endsSession: settings.oidcLogout,
    sessionAgeSeconds: settings.externalSessionAge * 3_600,
    policy: { firstSignIn: settings.externalFirstSignIn, isGroupRequired: settings.externalGroupRequired },
    sealer,
    log: log.child({ room: 'api' }),
  })
}

/** Checks passwords at the LDAP directory of the settings; undefined without a directory. */
export function ldapDirectory(settings: Settings, log: Log): LdapDirectory | undefined {
  const options = directoryOptions(settings)
  return options && new LdapDirectory(options, log.child({ room: 'api' }))
}
