-- AlterTable
ALTER TABLE "sign_in" DROP COLUMN "browser_hash",
DROP COLUMN "redirect_uri",
DROP COLUMN "salt";

-- Dropping a column drops the check that names it.
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_state_hash_check" CHECK (octet_length("state_hash") = 32);

-- CreateTable
CREATE TABLE "sign_in_secret" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "secret" BYTEA NOT NULL,

    CONSTRAINT "sign_in_secret_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "sign_in_secret"
    ADD CONSTRAINT "sign_in_secret_check" CHECK ("id" AND octet_length("secret") = 32);
