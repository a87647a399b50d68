import type { Kysely } from 'kysely'

/** `auth_tokens.scope_dashboard_id`: the only dashboard that a token reads. The token is deleted with it. */
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
