import type { Kysely } from 'kysely'

/** Tokens that read one dashboard only. Such a token is deleted with its dashboard. */
export const tokenScopes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('auth_tokens')
      .addColumn('scope_dashboard_id', 'integer', column =>
        column.references('dashboards.id').onDelete('cascade'),
      )
      .execute()
  },
}
