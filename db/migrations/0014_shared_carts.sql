CREATE TABLE "shared_carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shared_carts_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "shared_carts_lines_range" CHECK (jsonb_array_length("shared_carts"."lines") between 1 and 200)
);
--> statement-breakpoint
CREATE INDEX "shared_carts_expires" ON "shared_carts" USING btree ("expires_at");