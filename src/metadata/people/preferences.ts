import type { Transaction } from 'kysely'
import { fieldFault } from '../../schema/fault.ts'
import { maxPreferencesBytes, type Preferences } from '../../schema/people/preferences.ts'
import { mergePatch } from '../../schema/text/merge-patch.ts'
import type { Database, Tables } from '../database/tables.ts'
import { Repository } from '../repository/repository.ts'

/** Preferences of users: one JSON object for each user. Writes throw validation if the object is too long. */
export class UserPreferences extends Repository {
  /** {} for a user without preferences. */
  get(userId: number): Promise<Preferences> {
    return read(this.db, userId)
  }

  /** Replaces all preferences of a user. */
  set(userId: number, preferences: Preferences): Promise<void> {
    return this.db.transaction().execute(transaction => this.#write(transaction, userId, preferences))
  }

  /** Applies a JSON merge patch and returns the result. */
  patch(userId: number, patch: Preferences): Promise<Preferences> {
    return this.db.transaction().execute(async transaction => {
      const preferences = mergePatch(await read(transaction, userId), patch)
      await this.#write(transaction, userId, preferences)
      return preferences
    })
  }

  async #write(transaction: Transaction<Tables>, userId: number, preferences: Preferences): Promise<void> {
    const columns = { preferences: JSON.stringify(preferences), updated_at: this.clock() }
    if (Buffer.byteLength(columns.preferences) > maxPreferencesBytes) {
      const message = `Preferences have at most ${maxPreferencesBytes} bytes of JSON.`
      throw fieldFault('non_field_errors', message)
    }
    await transaction
      .insertInto('user_preferences')
      .values({ user_id: userId, ...columns })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(columns))
      .execute()
  }
}

async function read(db: Database, userId: number): Promise<Preferences> {
  const row = await db
    .selectFrom('user_preferences')
    .select('preferences')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  // The column is only written by UserPreferences.
  return row === undefined ? {} : (JSON.parse(row.preferences) as Preferences)
}
