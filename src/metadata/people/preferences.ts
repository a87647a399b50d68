import type { Preferences } from '../../schema/preferences.ts'
import { Repository } from '../repository.ts'

/** Preferences of users, each one JSON object. */
export class UserPreferences extends Repository {
  /** {} for a user without preferences. */
  async get(userId: number): Promise<Preferences> {
    const row = await this.db
      .selectFrom('user_preferences')
      .select('preferences')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    // The column is only written by `set`.
    return row === undefined ? {} : (JSON.parse(row.preferences) as Preferences)
  }

  /** Replaces all of them. */
  async set(userId: number, preferences: Preferences): Promise<void> {
    const written = { preferences: JSON.stringify(preferences), updated_at: this.clock() }
    await this.db
      .insertInto('user_preferences')
      .values({ user_id: userId, ...written })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(written))
      .execute()
  }
}
