-- CreateTable
CREATE TABLE "kept_answer" (
    "user_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "answer" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_answer_pkey" PRIMARY KEY ("user_id","operation","key")
);

-- CreateIndex
CREATE INDEX "kept_answer_created_at_idx" ON "kept_answer"("created_at");

-- AddForeignKey
ALTER TABLE "kept_answer" ADD CONSTRAINT "kept_answer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
