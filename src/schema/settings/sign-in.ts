import { Type } from 'typebox'
import { secret } from './setting-types.ts'

const name = { minLength: 1, maxLength: 200 }

/** Settings of people who sign in with an account of their company. */
export const signInSettings = {
  oidcIssuer: Type.Optional(
    Type.String({
      title: 'OpenID Connect provider',
      description:
        'The issuer, as https://login.example.com/realms/staff: [sign-in.md](sign-in.md). The page then offers to sign in there. Needs MILLRACE_OIDC_CLIENT_ID and MILLRACE_PUBLIC_URL.',
      format: 'issuer',
      maxLength: 2_000,
    }),
  ),
  oidcClientId: Type.Optional(
    Type.String({ title: 'Client id of this service at the provider', ...name, maxLength: 500 }),
  ),
  oidcClientSecret: Type.Optional(
    Type.String({
      title: 'Client secret of this service at the provider',
      description: 'Without it this service is a public client, which only PKCE protects.',
      minLength: 1,
      maxLength: 2_000,
      ...secret,
    }),
  ),
  oidcClientAuth: Type.Enum(['basic', 'post'], {
    title: 'How the client secret is sent to the provider',
    description: 'basic: client_secret_basic. post: client_secret_post.',
    default: 'basic',
  }),
  oidcName: Type.String({
    title: 'Name of the provider on the page',
    description: 'The button says “Sign in with” and this name.',
    default: 'single sign-on',
    minLength: 1,
    maxLength: 60,
  }),
  oidcScopes: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'names',
    title: 'Scopes that are asked for besides openid',
    description: 'Some providers need a special scope for groups.',
    default: 'profile, email',
  }),
  oidcUsernameClaim: Type.String({
    title: 'Claim with the username',
    description: 'Also a path into nested claims, as a.b.',
    default: 'preferred_username',
    ...name,
  }),
  oidcGroupsClaim: Type.String({
    title: 'Claim with the names of groups',
    description: 'A list of texts, or one text; also a path into nested claims, as realm_access.roles.',
    default: 'groups',
    ...name,
  }),
  oidcLogout: Type.Boolean({
    title: 'Whether signing out here also signs out at the provider',
    description: 'Where the provider can (RP-initiated logout).',
    default: true,
  }),
  externalFirstSignIn: Type.Enum(['create', 'link', 'create_or_link'], {
    title: 'Who may sign in for the first time with an account of the company',
    description:
      'create: every account; a user is created, unless the username is taken. link: accounts with the username of an existing user, whose password, sessions and USER tokens end. create_or_link: both. Holders of `manage_users` are never linked.',
    default: 'create',
  }),
  externalGroupRequired: Type.Boolean({
    title: 'Whether people of the company need a group to sign in',
    description: 'Refuses accounts that are in none of the `external_groups` of the groups of Millrace.',
    default: false,
  }),
  externalSessionAge: Type.Number({
    title: 'Lifetime of a login with an account of the company, hours',
    description:
      'Groups are read only at a login: for up to this time, a user keeps access that the company has removed. At most MILLRACE_SESSION_AGE.',
    default: 12,
    minimum: 0.25,
    maximum: 9_600,
  }),
}
