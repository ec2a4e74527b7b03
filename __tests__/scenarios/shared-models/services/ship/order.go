package ship

type Order struct {
	ID        string  `json:"id"`
	CreatedAt string  `json:"created_at"`
	Status    string  `json:"status"`
	Total     float64 `json:"total"`
	Note      *string `json:"note,omitempty"`
}
