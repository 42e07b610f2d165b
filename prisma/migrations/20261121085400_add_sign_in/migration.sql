-- AlterTable
ALTER TABLE "user" ADD COLUMN     "oauth_issuer" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in" (
    "state_hash" BYTEA NOT NULL,
    "salt" BYTEA NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "browser_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("state_hash")
);

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_created_at_idx" ON "sign_in"("created_at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say

-- A person of the provider is one user, however many sign-ins of theirs are finished at once.
CREATE UNIQUE INDEX "user_oauth_issuer_oauth_id_key" ON "user"("oauth_issuer", "oauth_id") WHERE "oauth_id" <> '';

ALTER TABLE "session"
    ADD CONSTRAINT "session_secret_hash_check" CHECK (octet_length("secret_hash") = 32);

ALTER TABLE "sign_in"
    ADD CONSTRAINT "sign_in_hashes_check"
    CHECK (octet_length("state_hash") = 32 AND octet_length("salt") = 32 AND octet_length("browser_hash") = 32);
