package parcels

import "time"

// Parcel is what we carry.
type Parcel struct {
	ID          string     `json:"id"`
	Status      string     `json:"status"`
	WeightGrams int        `json:"weightGrams"`
	Recipient   Address    `json:"recipient"`
	DeliveredAt *time.Time `json:"deliveredAt"`
}

// Address is where a parcel goes.
type Address struct {
	Name    string   `json:"name"`
	Lines   []string `json:"lines"`
	Country string   `json:"country"`
}

// Event is one step on a parcel's way.
type Event struct {
	At       time.Time `json:"at"`
	Location string    `json:"place"`
	Note     string    `json:"note,omitempty"`
}
