import { PrismaClient } from '@media-library/server/prisma-client'
import type { Statements } from '@media-library/test-support/plain-asset'
import { PrismaPg } from '@prisma/adapter-pg'

/** Statements that are sent through Prisma, over ten connections, and prepared by name. */
export interface PrismaStatements extends Statements {
  close(): Promise<void>
}

export function openStatements(connectionString: string): PrismaStatements {
  const names = new Map<string, string>()
  const statementNameGenerator = ({ sql }: { sql: string }) => names.get(sql) ?? ''
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 10 }, { statementNameGenerator }) })
  return {
    query: async ({ name, text, values }) => {
      names.set(text, name)
      return { rows: await client.$queryRawUnsafe(text, ...values) }
    },
    close: () => client.$disconnect(),
  }
}
