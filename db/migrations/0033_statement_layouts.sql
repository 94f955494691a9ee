CREATE TABLE "statement_layouts" (
	"account" text NOT NULL,
	"titles" text NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_layouts_account_titles_pk" PRIMARY KEY("account","titles")
);
