import type { Command } from 'commander'
import type { Metadata } from '../../metadata/open.ts'
import { GroupDraft, GroupPatch, permissions } from '../../schema/people/group.ts'
import { checkShape, parseWords } from '../command/check-shape.ts'
import { dataFolderCommand } from '../command/data-folder-command.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { print, printList } from '../terminal/print.ts'
import { listAll } from './list-all.ts'
import { getGroup, getUser, orderById } from './people.ts'

interface GroupOptions {
  name?: string
  description?: string
  permissions?: string[]
  hosts?: string[]
  externalGroups?: string[]
}

/**
 * `millrace group list|create|change|add|remove|delete`: works on the data folder, with or without a running
 * server.
 */
export function groupCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const description = 'groups of users: what they may do and which hosts they see'
  const { command, add, run, change } = dataFolderCommand('group', description, parts)

  add('list', 'list all groups, oldest first').action(
    run(async ({ metadata }) => {
      const lines: string[] = []
      for await (const group of listAll(page => metadata.groups.list({ ...page, order: orderById }))) {
        const { id, name, members } = group
        lines.push(
          `${id}  ${name}  permissions ${listText(group.permissions)}  hosts ${listText(group.hosts)}  members ${members.length}`,
        )
      }
      printList(lines, 'There are no groups.')
    }),
  )
  withFieldOptions(add('create', 'create a group').argument('<name>')).action(
    change('create', 'group', async ({ metadata }, name: string, options: GroupOptions) => {
      const given = { name, ...givenFields(options) }
      const created = await metadata.groups.create(checkShape(GroupDraft, given))
      print(`created ${created.name}`)
      return { id: created.id, title: created.name, changedFields: Object.keys(given) }
    }),
  )
  withFieldOptions(add('change', 'change a group').argument('<group>'))
    .option('--name <name>', 'its new name')
    .action(
      change('update', 'group', async ({ metadata }, name: string, options: GroupOptions) => {
        const group = await getGroup(metadata, name)
        await metadata.groups.update(group.id, checkShape(GroupPatch, givenFields(options)))
        print(`changed ${group.name}`)
        return { id: group.id, title: group.name, changedFields: Object.keys(givenFields(options)) }
      }),
    )
  add('add', 'add users to a group')
    .argument('<group>')
    .argument('<usernames...>')
    .action(
      change('update', 'group', async ({ metadata }, name: string, usernames: string[]) => {
        const group = await getGroup(metadata, name)
        await metadata.groups.changeMembers(group.id, { add: await idsOf(metadata, usernames) })
        print(`added ${usernames.join(', ')} to ${group.name}`)
        return { id: group.id, title: group.name, changedFields: ['members'] }
      }),
    )
  add('remove', 'remove users from a group')
    .argument('<group>')
    .argument('<usernames...>')
    .action(
      change('update', 'group', async ({ metadata }, name: string, usernames: string[]) => {
        const group = await getGroup(metadata, name)
        await metadata.groups.changeMembers(group.id, { remove: await idsOf(metadata, usernames) })
        print(`removed ${usernames.join(', ')} from ${group.name}`)
        return { id: group.id, title: group.name, changedFields: ['members'] }
      }),
    )
  add('delete', 'delete a group, but not its members')
    .argument('<group>')
    .action(
      change('delete', 'group', async ({ metadata }, name: string) => {
        const group = await getGroup(metadata, name)
        await metadata.groups.remove(group.id)
        print(`deleted ${group.name}`)
        return { id: group.id, title: group.name }
      }),
    )
  return command
}

/** Adds the options that set fields of a group, except its name. */
function withFieldOptions(command: Command): Command {
  return command
    .option('--description <text>')
    .option('--permissions <names>', `comma-separated, of ${permissions.join(', ')}`, parseWords)
    .option('--hosts <patterns>', 'host patterns with * and ?, comma-separated; * is every host', parseWords)
    .option(
      '--external-groups <names>',
      'groups of the company whose members are in it, separated by semicolons',
      parseNames,
    )
}

/** Names separated by semicolons: group names of directories contain commas. */
function parseNames(text: string): string[] {
  return text
    .split(';')
    .map(name => name.trim())
    .filter(name => name !== '')
}

/** The fields of a group that the command line sets, as the API names them. */
function givenFields(options: GroupOptions): Record<string, unknown> {
  const { name, description, permissions, hosts, externalGroups } = options
  const fields = Object.entries({ name, description, permissions, hosts, external_groups: externalGroups })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

async function idsOf(metadata: Metadata, usernames: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const username of usernames) ids.push((await getUser(metadata, username)).id)
  return ids
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? '-' : items.join(',')
}
