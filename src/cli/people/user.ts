import type { Command } from 'commander'
import type { Metadata } from '../../metadata/open.ts'
import { PasswordPolicy } from '../../metadata/people/password-policy.ts'
import { randomPassword } from '../../metadata/secrets/password.ts'
import { UserDraft, UserPatch } from '../../schema/people/user.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { checkShape, parseWords } from '../command/check-shape.ts'
import { dataFolderCommand } from '../command/data-folder-command.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { print, printList } from '../terminal/print.ts'
import { listAll } from './list-all.ts'
import { readNewPassword } from './password-input.ts'
import { getGroup, getUser, orderById } from './people.ts'

interface CreateOptions {
  email?: string
  firstName?: string
  lastName?: string
  groups?: string[]
  password?: boolean
  generate?: boolean
}

interface PasswordOptions {
  generate?: boolean
}

/**
 * `millrace user list|create|password|disable|enable|delete`: works on the data folder, with or without a
 * running server.
 */
export function userCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const { command, add, run, change } = dataFolderCommand('user', 'users', parts)

  add('list', 'list all users, oldest first').action(
    run(async ({ metadata }) => {
      const lines: string[] = []
      for await (const user of listAll(page => metadata.users.list({ ...page, order: orderById }))) {
        lines.push(
          `${user.id}  ${user.username}  ${user.is_active ? 'active' : 'disabled'}  ${user.fullname}`,
        )
      }
      printList(lines, 'There are no users.')
    }),
  )
  add('create', 'create a user; without a password, the user can only use tokens')
    .argument('<username>')
    .option('--email <address>')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--groups <names>', 'groups of the user, comma-separated', parseWords)
    .option('--password', 'ask for a password, or read it from standard input')
    .option('--generate', 'generate a password and print it')
    .action(
      change('create', 'user', ({ metadata, settings }, username: string, options: CreateOptions) =>
        create(metadata, settings, username, options),
      ),
    )
  add('password', 'set a password, from a prompt or standard input; ends all sessions of the user')
    .argument('<username>')
    .option('--generate', 'generate a password and print it')
    .action(
      change('update', 'user', async ({ metadata, settings }, username: string, options: PasswordOptions) => {
        const user = await getUser(metadata, username)
        const patch = await passwordOf({ ...options, password: true }, settings)
        await metadata.users.update(user.id, patch)
        if (options.generate === true) printPassword(patch)
        print(`set the password of ${user.username}`)
        return { id: user.id, title: user.username, changedFields: ['password'] }
      }),
    )
  const addChange = (name: string, description: string, apply: Change) =>
    add(name, description)
      .argument('<username>')
      .action(
        change(name === 'delete' ? 'delete' : 'update', 'user', async ({ metadata }, username: string) => {
          const user = await getUser(metadata, username)
          await apply(metadata, user.id)
          // "disabled", "enabled" or "deleted".
          print(`${name}d ${user.username}`)
          const changedFields = name === 'delete' ? [] : ['is_active']
          return { id: user.id, title: user.username, changedFields }
        }),
      )
  addChange(
    'disable',
    'end the sessions of a user and refuse their tokens until they are enabled again',
    ({ users }, id) => users.update(id, { is_active: false }),
  )
  addChange('enable', 'let a disabled user in again', ({ users }, id) =>
    users.update(id, { is_active: true }),
  )
  addChange('delete', 'delete a user with their tokens, sessions, dashboards and tasks', ({ users }, id) =>
    users.remove(id),
  )
  return command
}

/** The work of a subcommand that changes one user. */
type Change = (metadata: Metadata, userId: number) => Promise<unknown>

async function create(metadata: Metadata, settings: Settings, username: string, options: CreateOptions) {
  const { email = '', firstName = '', lastName = '' } = options
  const groups: number[] = []
  for (const name of options.groups ?? []) groups.push((await getGroup(metadata, name)).id)
  const draft = checkShape(UserDraft, { username, email, first_name: firstName, last_name: lastName, groups })
  const patch = await passwordOf(options, settings)
  const created = await metadata.users.create({ ...draft, ...patch })
  if (options.generate === true) printPassword(patch)
  print(`created ${created.username}`)
  return { id: created.id, title: created.username, changedFields: ['username', ...givenFields(options)] }
}

/** Names of the fields of a user that options set, as the API names them. */
function givenFields({ email, firstName, lastName, groups, password, generate }: CreateOptions): string[] {
  const isGiven = {
    email: email !== undefined,
    first_name: firstName !== undefined,
    last_name: lastName !== undefined,
    groups: groups !== undefined,
    password: password === true || generate === true,
  }
  return Object.entries(isGiven).flatMap(([name, given]) => (given ? [name] : []))
}

/** Prints a generated password: only its hash is stored. */
function printPassword({ password }: Pick<UserPatch, 'password'>): void {
  print(`password ${password}`)
}

/** The password that options ask for: generated, typed, or none. Throws if the policy refuses a typed one. */
async function passwordOf(
  { password, generate }: CreateOptions,
  { passwordMinLength, passwordWords }: Settings,
): Promise<Pick<UserPatch, 'password'>> {
  if (generate === true) return { password: randomPassword(passwordMinLength) }
  if (password !== true) return {}
  const typed = checkShape(UserPatch, { password: await readNewPassword() })
  new PasswordPolicy(passwordMinLength, passwordWords).check(typed.password)
  return typed
}
