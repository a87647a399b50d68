import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { requireOwner } from '../../backup/folder-owner.ts'
import { lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { MetadataError } from '../../metadata/database/metadata-error.ts'
import { requireNodesStopped } from '../../metadata/nodes/nodes.ts'
import type { Metadata } from '../../metadata/open.ts'
import { type RotatedSecrets, rotateSecrets } from '../../metadata/rotate-key.ts'
import { makeNextKey, takeNextKey } from '../../metadata/secrets/instance-key.ts'
import { Keyring } from '../../metadata/secrets/keyring.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { dataFolderCommand } from '../command/data-folder-command.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { printData } from '../terminal/print.ts'

const keyPattern = /^[0-9a-f]{64}$/i

/** `millrace key rotate`: works on a data folder without a running server. */
export function keyCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const { command, add, change } = dataFolderCommand('key', 'the instance key, which encrypts secrets', parts)
  add('rotate', 'encrypt all secrets with a new key; ends all sessions, keeps tokens')
    .option(
      '--new-key-file <file>',
      'the new key as 64 hexadecimal digits, where MILLRACE_INSTANCE_KEY is set',
    )
    .action(
      change('rotate', 'instance_key', async ({ metadata, settings }, options: { newKeyFile?: string }) => {
        await requireOwner(settings.dataDir)
        const unlock = lockFolder(settings.dataDir)
        try {
          // Other nodes would continue with the previous key.
          if (metadata.isShared) await requireNodesStopped(metadata.db)
          const message = await rotate(metadata, settings, options.newKeyFile)
          printData(message)
          // The instance key has no name to show in the audit log.
          return { title: '' }
        } finally {
          unlock()
        }
      }),
    )
  return command
}

/** Encrypts all secrets with a new key. Returns the lines to print: what was done and what to do next. */
async function rotate(metadata: Metadata, settings: Settings, newKeyFile?: string): Promise<string> {
  const { dataDir, instanceKey } = settings
  const hasKeySetting = instanceKey !== undefined
  if (hasKeySetting !== (newKeyFile !== undefined)) {
    throw new MetadataError(
      hasKeySetting
        ? 'MILLRACE_INSTANCE_KEY is set: give the new key with --new-key-file, as `openssl rand -hex 32` makes it, and keep it.'
        : '--new-key-file is for MILLRACE_INSTANCE_KEY, which is not set: a new instance.key is made.',
    )
  }
  const key = newKeyFile === undefined ? makeNextKey(dataDir) : readKey(newKeyFile)
  const next = new Keyring(key)
  if (next.fingerprint === metadata.keyring.fingerprint)
    throw new MetadataError('The new key is the same as the current key.')
  const { tokens, triggers, forwarders, sessions, unreadable } = await rotateSecrets(metadata, next)
  if (!hasKeySetting) takeNextKey(dataDir, next.fingerprint)
  const done = `re-encrypted ${pluralize(tokens, 'token')} and the secrets of ${pluralize(triggers, 'trigger')} and ${pluralize(forwarders, 'forwarder')}, ended ${pluralize(sessions, 'session')}`
  const nextSteps = hasKeySetting
    ? 'set MILLRACE_INSTANCE_KEY to the new key, on every node, before you start'
    : 'back up instance.key, and copy it to the data folder of every other node; the previous keys, instance.key.old*, open earlier copies'
  return `${done}; ${nextSteps}${unreadableText(unreadable)}`
}

function unreadableText({ tokens, triggers, forwarders }: RotatedSecrets['unreadable']): string {
  const advice = [
    ...(tokens.length > 0 ? [`revoke the tokens ${tokens.join(', ')}`] : []),
    ...(triggers.length > 0 ? [`enter the secrets of the triggers ${triggers.join(', ')} again`] : []),
    ...(forwarders.length > 0 ? [`enter the secrets of the forwarders ${forwarders.join(', ')} again`] : []),
  ]
  return advice.length === 0 ? '' : `\nThe previous key does not decrypt all secrets: ${advice.join('; ')}`
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim()
  if (!keyPattern.test(text)) throw new MetadataError(`${file} does not hold 64 hexadecimal digits.`)
  return Buffer.from(text, 'hex')
}
