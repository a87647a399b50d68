import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { EngineOptions } from '../../clients/engine/engine-process.ts'
import { engineAccess } from '../../clients/s3/engine-access.ts'
import type { S3Location } from '../../clients/s3/location.ts'
import { ArchiveBucket } from './archive-bucket.ts'
import { ArchiveFolder } from './archive-folder.ts'
import { type ArchivePlace, writeSynced } from './archive-place.ts'
import { KnownManifests } from './known-manifests.ts'

/** A folder, or a place in a bucket. */
export type ArchiveLocation = string | S3Location

/** Opens a place. `state`: the folder of what this service knows about it. Rejects if it cannot be used. */
export async function openArchivePlace(location: ArchiveLocation, state: string): Promise<ArchivePlace> {
  const known = new KnownManifests(path.join(state, 'days.list'))
  return typeof location === 'string'
    ? await ArchiveFolder.open(location, known)
    : await ArchiveBucket.open(location, state, known)
}

/** Lets the engine's process read a place: what it must be started with; undefined if it needs nothing. */
export async function engineAccessTo(
  location: ArchiveLocation,
  state: string,
): Promise<EngineOptions['access']> {
  if (typeof location === 'string') return undefined
  const { config, env } = engineAccess(location)
  const configFile = path.join(state, 'engine.xml')
  await mkdir(state, { recursive: true, mode: 0o700 })
  await writeSynced(configFile, config)
  return { configFile, env }
}
