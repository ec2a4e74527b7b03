export interface GetContractResponse { id: string; version: number }
export interface User { name: string; age_years: number }
