export interface AuthorSummary {
  id: string;
  name: string;
}

export interface AuthorDto extends AuthorSummary {
  birth_year: number;
  biography: string | null;
}
